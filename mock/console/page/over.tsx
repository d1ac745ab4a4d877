/** The console over a page that has the mock in it: a module that the page loads only to show it. */
import style from 'built:style.css';
import { render } from 'preact';
import { App } from './App';
import { type Place, PlaceContext } from './hooks/usePlace';

export interface Over extends Pick<Place, 'origin' | 'fetch'> {
  readonly base: string;
  /** What the page itself does at a key: while the console has the focus, the page hears none. */
  readonly press: (event: KeyboardEvent) => void;
  readonly close: () => void;
}

/** A frame that has loaded nothing is in quirks mode (https://quirks.spec.whatwg.org/#the-tables-inherit-color-from-body-quirk). */
const QUIRKS = 'table { font: inherit; color: inherit; }';

/**
 * Shows the console at the bottom of the page, in a frame, so that neither has the other's styles. The frame loads nothing, and no
 * Content-Security-Policy keeps it out.
 *
 * @returns takes it away
 */
export async function showConsole({ press, ...given }: Over): Promise<() => void> {
  const frame = document.createElement('iframe');
  frame.title = 'Mock console';
  Object.assign(frame.style, {
    ...{ position: 'fixed', inset: 'auto 0 0 0', width: '100%', height: '60%', zIndex: '2147483647' },
    ...{ border: '0', borderTop: '2px solid #0a5fb4', boxSizing: 'border-box', background: 'Canvas' },
  });
  // Some browsers give it its document at once, others only then.
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  document.body.insertAdjacentElement('beforeend', frame);
  await loaded;
  const view = frame.contentWindow as (Window & typeof globalThis) | null;
  if (view === null || frame.contentDocument === null) {
    frame.remove();
    throw new Error('this page is in a sandbox, and reaches no frame of its own');
  }

  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync(QUIRKS + style);
  view.document.adoptedStyleSheets = [sheet];
  view.document.documentElement.lang = 'en';
  view.document.addEventListener('keydown', press);
  const root = view.document.createElement('div');
  view.document.body.append(root);
  render(
    <PlaceContext.Provider value={{ ...given, document: view.document }}>
      <App />
    </PlaceContext.Provider>,
    root,
  );
  view.focus();
  return () => {
    render(null, root);
    frame.remove();
  };
}
