import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/query-client.js';
import { router } from './routes.js';
import { sessionChange } from './session/presence.js';
import './style.css';

const root = document.querySelector('#root');
if (!root) throw new Error('index.html has no #root.');

// Somebody may go back before the page is drawn. RouterProvider follows the address only from then on.
const unfollow = router.history.subscribe(({ action }) => void router.load({ action }));

function Dashboard() {
  // The effects of RouterProvider run before this one.
  useLayoutEffect(() => unfollow(), []);
  return <RouterProvider router={router} />;
}

// Until then, the HTML of the service shows its heading. If the part is late because the service is away, the shell says so.
void Promise.race([router.load(), sessionChange()]).then(() =>
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Dashboard />
      </QueryClientProvider>
    </StrictMode>,
  ),
);
