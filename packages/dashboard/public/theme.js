// Before the first paint, so that a dark page does not flash in light.
(() => {
  let theme = null;
  try {
    theme = localStorage.getItem('theme');
  } catch {}
  const dark = theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.classList.toggle('dark', dark);
})();
