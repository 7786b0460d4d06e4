// Light or dark: what was chosen here, else what the system has. Loaded before the first paint, so no module.
(() => {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const chosen = () => {
    try {
      return localStorage.getItem("warbook.theme");
    } catch {
      return null;
    }
  };
  const show = () => {
    const theme = chosen();
    document.documentElement.dataset.theme =
      theme === "light" || theme === "dark" ? theme : system.matches ? "dark" : "light";
  };
  show();
  system.addEventListener("change", show);
  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element) || !event.target.closest("[data-do=theme]")) return;
    const theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    try {
      localStorage.setItem("warbook.theme", theme);
    } catch {
      // the choice holds for this page only
    }
    document.documentElement.dataset.theme = theme;
  });
})();
