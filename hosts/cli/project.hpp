/// \file project.hpp
/// A project of an author's own, made from the templates of this installation.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace tamis::cli {

/// The files of a project, by their paths inside it.
using ProjectFiles = std::map<std::filesystem::path, std::string>;

/// Which template a project begins with.
struct TemplateChoice {
  std::string kind;      ///< one of project_kinds()
  std::string base;      ///< one of project_bases(kind), "" where there are none
  std::string language;  ///< one of project_languages()
};

/// The kinds of project that there are templates for, sorted.
/// \throws ParamError  when the templates are not where they were installed.
std::vector<std::string> project_kinds();

/// What a project of the kind can begin with, sorted; none where there is one template.
std::vector<std::string> project_bases(const std::string& kind);

/// "c++" and perhaps "c": in which there is a template of this kind and base.
std::vector<std::string> project_languages(const std::string& kind, const std::string& base);

/// \throws ParamError  `id` is none of a third party, with the nearest one that is.
void check_third_party_id(const std::string& id);

/// "range" of org.example.range: what the project, its folder and its source are called.
std::string last_part(const std::string& id);

/// \param id  as check_third_party_id() wants it.
ProjectFiles make_project(const TemplateChoice& from, const std::string& id);

/// Writes all files or none, into a new folder or an empty one.
/// \throws ParamError  when `folder` exists and is not an empty folder, or cannot be made or written to.
void write_project(const ProjectFiles& files, const std::filesystem::path& folder);

}  // namespace tamis::cli
