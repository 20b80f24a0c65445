/** Whether the page is dark. Until the user chooses, it follows the computer. */
export const isDark = () => document.documentElement.classList.contains('dark');

export function switchTheme(): void {
  const dark = document.documentElement.classList.toggle('dark');
  localStorage.setItem('theme', dark ? 'dark' : 'light');
}
