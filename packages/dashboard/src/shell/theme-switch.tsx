import { useState } from 'react';
import { Button } from '../ui/button.js';

/** Changes between light and dark. Until then, the page follows the computer. */
export function ThemeSwitch() {
  const [dark, setDark] = useState(() => document.documentElement.classList.contains('dark'));
  const change = () => {
    const next = !dark;
    document.documentElement.classList.toggle('dark', next);
    localStorage.setItem('theme', next ? 'dark' : 'light');
    setDark(next);
  };
  return (
    <Button look="quiet" onClick={change}>
      {dark ? 'Light' : 'Dark'}
    </Button>
  );
}
