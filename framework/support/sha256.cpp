#include <tamis/framework/support/sha256.hpp>

#include <fmt/format.h>

#include <array>

// The functions of OpenSSL 1.1, which allocate nothing: those of version 3 fetch the digest on first use, and
// crash where they get no memory for it.
#define OPENSSL_API_COMPAT 0x10100000L
#include <openssl/sha.h>

namespace tamis::framework {

struct Sha256::State {
  SHA256_CTX context;
};

Sha256::Sha256() : state_(std::make_unique<State>()) { ::SHA256_Init(&state_->context); }
Sha256::~Sha256() = default;

void Sha256::add(std::string_view bytes) { ::SHA256_Update(&state_->context, bytes.data(), bytes.size()); }

std::string Sha256::text() {
  std::array<unsigned char, SHA256_DIGEST_LENGTH> bytes{};
  ::SHA256_Final(bytes.data(), &state_->context);
  std::string out;
  for (const unsigned char byte : bytes) out += fmt::format("{:02x}", byte);
  return out;
}

}  // namespace tamis::framework
