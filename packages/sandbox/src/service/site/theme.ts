/** Runs before the first paint, and makes a page as light or as dark as the dashboard is. */
export const theme = `(() => {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const show = () => {
    let chosen = null;
    try {
      chosen = localStorage.getItem('theme');
    } catch {}
    const dark = chosen === null ? system.matches : chosen === 'dark';
    document.documentElement.classList.toggle('dark-mode', dark);
  };
  show();
  system.addEventListener('change', show);
})();
`;
