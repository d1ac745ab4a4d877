import { render } from 'preact';
import { App } from './App';
import { PlaceContext } from './hooks/usePlace';

const root = document.getElementById('console');
if (root !== null) showIn(root);

function showIn(element: HTMLElement): void {
  const place = {
    base: new URL('./', location.href).pathname,
    ...{ origin: location.origin, fetch: fetch.bind(globalThis), document, close: undefined },
  };
  render(
    <PlaceContext.Provider value={place}>
      <App />
    </PlaceContext.Provider>,
    element,
  );
}
