import { Link, Outlet, useBlocker, useRouter, useRouterState } from '@tanstack/react-router';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react';
import { ClockBar } from '../clock/clock-bar.js';
import { useLiveUpdates } from '../live/live-updates.js';
import { lazyPart } from '../session/persistently.js';
import { useSessionState } from '../session/presence.js';
import { csrfToken, session } from '../session/session.js';
import { Button } from '../ui/button.js';
import { AskToLeave } from '../ui/dialog.js';
import { SignInInNewTab } from '../ui/error-note.js';
import { Text } from '../ui/text.js';
import { notify, Toasts } from '../ui/toast.js';
import { hasUnsaved, releaseAll } from '../ui/unsaved.js';
import { beside, type Group, navigation } from './navigation.js';
import { switchTheme } from './theme.js';

// There is no navigator during the build.
const isMac = globalThis.navigator?.userAgent.includes('Mac OS') ?? false;

const Palette = lazyPart(() => import('./palette.js'), 'Palette');

export function Shell() {
  const live = useLiveUpdates();
  const [menuOpen, setMenuOpen] = useState(false);
  const menuButton = useRef<HTMLButtonElement>(null);
  const main = useRef<HTMLElement>(null);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const [palette, setPalette] = useState<PaletteStart>();
  useShortcuts(setPalette);
  const isCut = live === 'lost' || live === 'refused';
  useKeptPage(!isCut);
  useFocusOnNewPage(main, path);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the menu.
  useEffect(() => setMenuOpen(false), [path]);
  const closeMenu = ({ key, target }: KeyboardEvent<HTMLElement>) => {
    if (key !== 'Escape' || !menuOpen || isTyping(target)) return;
    setMenuOpen(false);
    menuButton.current?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the menu wherever the focus is.
    <div className="flex min-h-dvh flex-col" onKeyDown={closeMenu}>
      <a
        href="#main"
        className="absolute top-1 left-1 z-30 -translate-y-20 rounded bg-accent px-3 py-2 text-accent-text focus:translate-y-0"
      >
        Skip to content
      </a>
      {/* Only the bar stays in view: on a phone, every line counts. */}
      <header className="contents">
        <div className="sticky top-0 z-20 border-b border-line bg-panel">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
            <Button
              ref={menuButton}
              className="lg:hidden"
              aria-expanded={menuOpen}
              aria-controls="menu"
              onClick={() => setMenuOpen(!menuOpen)}
            >
              Menu
            </Button>
            <Link to="/" className="font-semibold">
              Screening sandbox
            </Link>
            <span className="hidden min-w-20 flex-1 basis-0 truncate text-muted sm:block">
              <Text>{session.tenantName}</Text>
            </span>
            <div className="order-last w-full min-w-0 xl:order-none xl:ml-auto xl:w-auto">
              <ClockBar />
            </div>
            <span className="ml-auto flex items-center gap-2 xl:ml-0">
              {isCut && (
                <span role="status" className="rounded bg-warn-soft px-2 py-0.5 text-xs text-warn">
                  Not live: connecting again
                </span>
              )}
              <Button
                look="quiet"
                aria-keyshortcuts="Control+K Meta+K"
                aria-haspopup="dialog"
                onClick={() => setPalette('search')}
              >
                Search
                <span aria-hidden="true" className="ml-1.5 hidden text-xs lg:inline">
                  {isMac ? '⌘K' : 'Ctrl K'}
                </span>
              </Button>
              <ThemeSwitch />
              <form method="post" action="/logout">
                <input type="hidden" name="csrf" value={csrfToken()} />
                <Button type="submit" look="quiet">
                  Sign out
                </Button>
              </form>
            </span>
          </div>
          <Trouble />
          {live === 'silent' && <HeldBack />}
          {session.actingTenant && (
            <ConditionalPart mark="ACTING">
              <form
                method="post"
                action="/login/tenant"
                className="flex flex-wrap items-center gap-2 bg-info-soft px-4 py-1 text-info"
              >
                <input type="hidden" name="csrf" value={csrfToken()} />
                <input type="hidden" name="tenantId" value="" />
                <span>
                  You see what <Text>{session.actingTenant.name}</Text> sees.
                </span>
                <Button type="submit">Back to the account</Button>
              </form>
            </ConditionalPart>
          )}
        </div>
        <p className="border-b border-line bg-warn-soft px-4 py-1 text-xs text-warn">
          Sandbox: all data is synthetic. Do not enter data about real people.
        </p>
      </header>
      <div className="flex flex-1 flex-col lg:flex-row">
        <nav
          id="menu"
          aria-label="Pages"
          className={`${menuOpen ? 'block' : 'hidden'} border-line bg-panel p-3 lg:sticky lg:top-22 lg:block lg:h-[calc(100dvh-5.5rem)] xl:top-14 xl:h-[calc(100dvh-3.5rem)] lg:w-52 lg:shrink-0 lg:self-start lg:overflow-y-auto lg:border-r`}
        >
          {navigation.map((group) =>
            group.partner ? (
              <ConditionalPart key={group.title} mark="PARTNER">
                <MenuGroup {...group} />
              </ConditionalPart>
            ) : (
              <MenuGroup key={group.title} {...group} />
            ),
          )}
          {beside.map(({ title, to }) => (
            <a key={to} href={to} className="block rounded-md px-2 py-1 hover:bg-raised">
              {title}
            </a>
          ))}
        </nav>
        <main id="main" ref={main} tabIndex={-1} className="min-w-0 flex-1 outline-none">
          <Outlet />
        </main>
      </div>
      {palette && (
        <Suspense>
          <Palette atShortcuts={palette === 'shortcuts'} onClose={() => setPalette(undefined)} />
        </Suspense>
      )}
      <Toasts />
      <LeaveGuard />
    </div>
  );
}

function MenuGroup({ title, entries }: Group) {
  return (
    <div className="mb-3">
      <p className="px-2 pb-1 text-xs font-medium text-muted">{title}</p>
      <ul>
        {entries.map((entry) => (
          <li key={entry.to}>
            <Link
              to={entry.to}
              activeOptions={{ exact: entry.to === '/' }}
              className="block rounded-md px-2 py-1 hover:bg-raised"
              activeProps={{
                className: 'bg-accent-soft font-medium text-accent',
                'aria-current': 'page',
              }}
            >
              {entry.title}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A part that only some users see. The prerendered HTML has it between marks, and the service removes it for the others. */
function ConditionalPart({ mark, children }: { mark: string; children: ReactNode }) {
  if (!import.meta.env.SSR) return children;
  return (
    <>
      __IF_{mark}__{children}__END__
    </>
  );
}

function Trouble() {
  const state = useSessionState();
  if (state === 'current') return null;
  return (
    <p role="status" className="bg-bad-soft px-4 py-1 text-bad">
      {state === 'away' &&
        'The service does not answer. This page continues when the service is back.'}
      {state === 'ended' && (
        <>
          You are signed out. This page keeps what you have entered. <SignInInNewTab />, then
          continue here.
        </>
      )}
      {state === 'other' &&
        'This browser now shows another tenant, in another tab. Switch back there, or reload this page.'}
    </p>
  );
}

function HeldBack() {
  return (
    <p role="status" className="bg-warn-soft px-4 py-1 text-warn">
      Not live: the event stream is silent. Reload this page to see what is new. If this continues,
      a proxy may be holding the stream back: configure it to pass /v1/webhook-deliveries/stream
      without buffering or compression.
    </p>
  );
}

function LeaveGuard() {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && hasUnsaved(),
    enableBeforeUnload: hasUnsaved,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <AskToLeave
      onStay={blocker.reset}
      onLeave={() => {
        releaseAll();
        blocker.proceed();
      }}
    />
  );
}

/** While the service does not answer, keeps links and forms from leading to the browser's error page. */
function useKeptPage(answers: boolean): void {
  useEffect(() => {
    const keep = (event: Event) => {
      // The router handles its own links.
      if (event.defaultPrevented || !leavesPage(event)) return;
      if (event.target instanceof HTMLFormElement) renewToken(event.target);
      if (answers) return;
      event.preventDefault();
      notify('The service does not answer. Try again when it is back.');
    };
    document.addEventListener('click', keep);
    document.addEventListener('submit', keep);
    return () => {
      document.removeEventListener('click', keep);
      document.removeEventListener('submit', keep);
    };
  }, [answers]);
}

/** Fills in the current token: another tab may have signed in again. */
function renewToken(form: HTMLFormElement): void {
  const field = form.elements.namedItem('csrf');
  if (field instanceof HTMLInputElement) field.value = csrfToken();
}

function leavesPage({ type, target }: Event): boolean {
  if (type === 'submit') return true;
  const link = target instanceof Element ? target.closest('a') : null;
  return (
    link !== null && link.target === '' && !link.href.startsWith(`${location.href.split('#')[0]}#`)
  );
}

/** Moves the focus to a new page, so that the keyboard continues there and a screen reader reads it. */
function useFocusOnNewPage(main: RefObject<HTMLElement | null>, path: string): void {
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    main.current?.focus({ preventScroll: true });
  }, [main, path]);
}

function ThemeSwitch() {
  return (
    <Button look="quiet" onClick={switchTheme}>
      <span className="dark:hidden">Dark</span>
      <span className="hidden dark:inline">Light</span>
    </Button>
  );
}

const SECOND_KEY_MS = 1500;

type PaletteStart = 'search' | 'shortcuts';

/**
 * `g` and a letter open a page, `/` goes to the first filter, `j` to the first row, `?` lists the shortcuts. Ignored in fields.
 * Ctrl+K or Command+K searches, except in dialogs.
 */
function useShortcuts(openPalette: (start: PaletteStart) => void): void {
  const router = useRouter();
  useEffect(() => {
    let startedAt = Number.NEGATIVE_INFINITY;
    const onKey = (event: globalThis.KeyboardEvent) => {
      const { target, key } = event;
      const hasDialog = document.querySelector('dialog[open]') !== null;
      if (key === 'k' && (event.ctrlKey || event.metaKey) && !hasDialog) {
        event.preventDefault();
        openPalette('search');
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(target)) return;
      if (event.timeStamp - startedAt < SECOND_KEY_MS) {
        startedAt = Number.NEGATIVE_INFINITY;
        const entry = navigation.flatMap(({ entries }) => entries).find((each) => each.key === key);
        if (!entry) return;
        event.preventDefault();
        void router.navigate({ to: entry.to });
      } else if (key === 'g') {
        startedAt = event.timeStamp;
      } else if (key === '/' || (key === 'j' && !isInRow(target))) {
        const places = { '/': 'search :is(input, select)', j: 'main tr[data-index] a' } as const;
        const found = document.querySelector<HTMLElement>(places[key]);
        if (!found) return;
        event.preventDefault();
        found.focus();
      } else if (key === '?') {
        openPalette('shortcuts');
      }
    };
    // Captures the keys before a row, which uses some of the letters.
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, [router, openPalette]);
}

const isInRow = (target: EventTarget | null) =>
  target instanceof Element && target.closest('tr') !== null;

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest('input, select, textarea, dialog') !== null
  );
}
