#include <tamis/framework/support/long_json.hpp>

#include <nlohmann/json.hpp>

#include <utility>

namespace tamis::framework {
namespace {

using nlohmann::json;

constexpr std::size_t kIndent = 2;

class Writer {
 public:
  std::string take() { return std::move(text_); }

  void write(const LongJson& object) {
    auto member = object.members.begin();
    list('{', '}', object.members.size(), [&](std::size_t) {
      write(json(member->first));  // a plugin may call a diagnostic by bytes that are no text
      text_ += ": ";
      std::visit([&](const auto& value) { write(value); }, member->second);
      ++member;
    });
  }

 private:
  void write(const std::vector<LongJson>& objects) {
    list('[', ']', objects.size(), [&](std::size_t i) { write(objects[i]); });
  }

  void write(const std::shared_ptr<LongJson>& object) { write(*object); }

  void write(const JsonRows& rows) {
    list('[', ']', rows.n, [&](std::size_t i) { write(rows.row(i)); });
  }

  void write(const json& value) {
    const std::string dumped = value.dump(kIndent, ' ', false, json::error_handler_t::replace);
    std::size_t begin = 0;  // of a line; one within a text is escaped
    for (std::size_t end = dumped.find('\n'); end != std::string::npos; end = dumped.find('\n', begin)) {
      text_.append(dumped, begin, end + 1 - begin).append(indent_, ' ');
      begin = end + 1;
    }
    text_.append(dumped, begin);
  }

  template <class Item>
  void list(char open, char close, std::size_t n, const Item& item) {
    text_ += open;
    indent_ += kIndent;
    for (std::size_t i = 0; i < n; ++i) {
      text_ += i == 0 ? "\n" : ",\n";
      text_.append(indent_, ' ');
      item(i);
    }
    indent_ -= kIndent;
    if (n > 0) text_.append(1, '\n').append(indent_, ' ');
    text_ += close;
  }

  std::string text_;
  std::size_t indent_ = 0;
};

}  // namespace

std::string to_text(const LongJson& object) {
  Writer writer;
  writer.write(object);
  return writer.take();
}

}  // namespace tamis::framework
