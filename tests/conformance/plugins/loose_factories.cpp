// Components whose create() does what the SDK never would, as a library in plain C might.
#include <tamis/sdk.hpp>

#include <fcntl.h>

#include <cstdlib>
#include <cstring>

namespace {

using namespace tamis;

enum class How { unchecked, silent, never, nothing, leaking, forgetful, hoarding };
constexpr const char* kIds[] = {"test.unchecked", "test.silent",    "test.never",   "test.nothing",
                                "test.leaking",   "test.forgetful", "test.hoarding"};

/// Memory that is used, and that nobody frees.
void take(std::size_t bytes) {
  static char* volatile lost;
  lost = static_cast<char*>(std::malloc(bytes));
  std::memset(lost, 1, bytes);
}

template <How kHow>
struct Loose final : UnivariateCriterion {
  struct Options {
    int count = 1;
    double share = 0.5;
  } options;
  static constexpr auto describe() {
    return tamis::describe<Loose>(kIds[static_cast<int>(kHow)], "A loose factory")
        .better(Better::higher)
        .template option<&Options::count>("count", at_least(1), "a number")
        .template option<&Options::share>("share", between(0, 1), "a share");
  }
  Score score_column(Column x, const Target&) const override { return x[0]; }
};

template <How kHow>
std::int32_t create(void* context, const tamis_creation* creation, void** self, tamis_error* error) {
  using Real = detail::Factory<Loose<kHow>>;
  if constexpr (kHow == How::never) return detail::write_error(error, TAMIS_E_PARAM, "not today");
  if constexpr (kHow == How::nothing) return TAMIS_OK;
  if constexpr (kHow == How::leaking) ::open("/dev/null", O_RDONLY);
  if constexpr (kHow == How::forgetful) take(1000);
  if constexpr (kHow == How::hoarding) take(100'000'000);
  if constexpr (kHow == How::unchecked) {
    *self = static_cast<Criterion*>(std::make_unique<Loose<kHow>>().release());
    return TAMIS_OK;
  }
  const std::int32_t code = Real::create(context, creation, self, error);
  if constexpr (kHow == How::silent) error->text[0] = '\0';
  return code;
}

template <How kHow>
constexpr tamis_component component() {
  tamis_component c = detail::Factory<Loose<kHow>>::kComponent;
  c.create = create<kHow>;
  return c;
}

[[gnu::section(".note.tamis"), gnu::used]] alignas(4) constexpr auto kNote =
    detail::make_note<Loose<How::unchecked>, Loose<How::silent>, Loose<How::never>, Loose<How::nothing>,
                      Loose<How::leaking>, Loose<How::forgetful>, Loose<How::hoarding>>();
constexpr tamis_component kComponents[] = {component<How::unchecked>(), component<How::silent>(),
                                           component<How::never>(),     component<How::nothing>(),
                                           component<How::leaking>(),   component<How::forgetful>(),
                                           component<How::hoarding>()};

}  // namespace

extern "C" [[gnu::visibility("default")]] const tamis_plugin tamis_plugin_1;
extern "C" const tamis_plugin tamis_plugin_1 = {sizeof(tamis_plugin),
                                                {kNote.text, kNote.text_size},
                                                kComponents,
                                                std::size(kComponents),
                                                sizeof(tamis_component)};
