"use strict";
// What a page can do beside being read: order and filter tables, save figures, be dark or light.
(() => {
  const cellValue = (row, column) => {
    const cell = row.cells[column];
    return cell.dataset.value !== undefined ? Number(cell.dataset.value) : cell.textContent;
  };
  const compare = (a, b) =>
    typeof a === "number" && typeof b === "number"
      ? (Number.isNaN(a) ? 1 : 0) - (Number.isNaN(b) ? 1 : 0) || a - b
      : String(a).localeCompare(String(b), "en", { numeric: true });

  for (const table of document.querySelectorAll("table.sortable")) {
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = head.textContent;
      head.replaceChildren(button);
      button.addEventListener("click", () => {
        const down = head.getAttribute("aria-sort") === "ascending";
        for (const other of heads) other.removeAttribute("aria-sort");
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        const rows = [...table.tBodies[0].rows];
        rows.sort((a, b) => (down ? -1 : 1) * compare(cellValue(a, column), cellValue(b, column)));
        table.tBodies[0].append(...rows);
      });
    });
  }

  for (const tools of document.querySelectorAll(".tools[data-table]")) {
    const table = document.getElementById(tools.dataset.table);
    const input = tools.querySelector("input");
    const count = tools.querySelector("output");
    const rows = [...table.tBodies[0].rows];
    const texts = rows.map((row) => row.textContent.toLowerCase());
    const filter = () => {
      const wanted = input.value.toLowerCase();
      let shown = 0;
      rows.forEach((row, i) => {
        row.hidden = !texts[i].includes(wanted);
        shown += row.hidden ? 0 : 1;
      });
      count.textContent = wanted ? `${shown} of ${rows.length} rows` : "";
    };
    input.addEventListener("input", filter);
    tools.classList.remove("no-script");
  }

  for (const figure of document.querySelectorAll("figure")) {
    const svg = figure.querySelector("svg");
    if (!svg) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "tool";
    button.textContent = "Save as SVG";
    button.setAttribute("aria-label", `Save as SVG: ${svg.parentElement.getAttribute("aria-label")}`);
    button.addEventListener("click", () => {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([svg.outerHTML + "\n"], { type: "image/svg+xml" }));
      link.download = `${figure.id}.svg`;
      link.click();
      URL.revokeObjectURL(link.href);
    });
    figure.append(button);
  }

  const themes = document.getElementById("theme");
  themes.classList.remove("no-script");
  themes.addEventListener("click", () => {
    const root = document.documentElement;
    const isDark = root.dataset.theme
      ? root.dataset.theme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = isDark ? "light" : "dark";
  });
})();
