import { type OptionKind, text } from '../../openapi/program/option';
import type { MockFetch } from '../server/fetch';
import type { PressedKey, WithKeys } from './dom';

/** A key that opens the console. */
export const CONSOLE_KEY: OptionKind<string> = text('a key such as F2 or Alt+M', (given) =>
  /^(?:(?:Ctrl|Alt|Shift|Meta)\+)*[^+\s]+$/.test(given),
);

/** @returns what the page does at each key, which `open` is called at if it is the wanted one; and how to stop */
export function listenFor(
  { document }: WithKeys,
  key: string | undefined,
  open: () => void,
): { readonly press: (event: PressedKey) => void; readonly stop: () => void } {
  const press = (event: PressedKey): void => {
    if (key === undefined || !isKey(key, event)) return;
    event.preventDefault();
    open();
  };
  document?.addEventListener('keydown', press);
  return { press, stop: () => document?.removeEventListener('keydown', press) };
}

function isKey(wanted: string, event: PressedKey): boolean {
  const names = wanted.split('+');
  const isHeld = { Ctrl: event.ctrlKey, Alt: event.altKey, Shift: event.shiftKey, Meta: event.metaKey };
  return (
    event.key.toLowerCase() === names.at(-1)?.toLowerCase() &&
    Object.entries(isHeld).every(([name, held]) => held === names.slice(0, -1).includes(name))
  );
}

/** The console of a mock in the page. */
interface PageConsole {
  /** @throws Error where it can't be loaded */
  open(): Promise<void>;
  close(): void;
}

/**
 * A console over the page, whose module is loaded when it is opened. The key opens it, and takes it away again.
 *
 * @param base where the control plane is
 */
export function consoleOver(
  page: WithKeys,
  {
    key,
    base,
    origin,
    fetch,
  }: { readonly key: string | undefined; readonly base: string; readonly origin: string; readonly fetch: MockFetch },
): PageConsole {
  let shown: Promise<() => void> | undefined;
  let isOver = false;
  const hide = (): void => {
    // One that could not be shown has said so.
    shown?.then((remove) => remove()).catch(() => {});
    shown = undefined;
  };
  const open = async (): Promise<void> => {
    if (isOver) throw new Error('This mock is closed: close() was called before.');
    shown ??= import('built:console.mjs').then(({ showConsole }) =>
      showConsole({ base, origin, fetch, press, close: hide }),
    );
    try {
      await shown;
    } catch (error) {
      // It may be there at the next attempt.
      shown = undefined;
      throw new Error(
        `openConsole: the console can't be shown: ${error instanceof Error ? error.message : String(error)}. Its file, console.mjs, belongs beside browser.mjs.`,
      );
    }
  };
  const { press, stop } = listenFor(page, key, () => {
    if (shown === undefined) void open().catch(reportTo(page));
    else hide();
  });
  return {
    open,
    close() {
      isOver = true;
      stop();
      hide();
    },
  };
}

/** Nobody waits for what a key does. */
const reportTo =
  ({ reportError }: WithKeys) =>
  (error: unknown): void =>
    reportError?.(error);
