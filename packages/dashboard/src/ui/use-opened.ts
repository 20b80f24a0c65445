import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** The location whose dialog was opened: a page may have two buttons for it. */
let opened: object | undefined;

/** Whether a dialog is open. `?open=` and its name in the URL open it, and are then removed, so that Back closes no form. */
export function useOpened(name: string | undefined) {
  const [isOpen, setOpen] = useState(false);
  const location = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const { open, ...search }: Readonly<Record<string, unknown>> = location.search;
    if (name === undefined || open !== name || opened === location) return;
    opened = location;
    setOpen(true);
    void navigate({ to: '.', replace: true, search });
  }, [location, name, navigate]);
  return [isOpen, setOpen] as const;
}
