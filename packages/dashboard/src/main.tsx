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

// The user may go back before the page is rendered. RouterProvider follows the URL only from then on.
const unfollow = router.history.subscribe(({ action }) => void router.load({ action }));

function Dashboard() {
  // The effects of RouterProvider run before this one.
  useLayoutEffect(() => unfollow(), []);
  return <RouterProvider router={router} />;
}

// Until then, the prerendered HTML shows the heading. If the service does not answer, the shell says so.
void Promise.race([router.load(), sessionChange()]).then(() =>
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Dashboard />
      </QueryClientProvider>
    </StrictMode>,
  ),
);
