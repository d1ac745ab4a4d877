import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

/** Where the console is shown: in a tab of its own, or over the page that has the mock in it. */
export interface Place {
  /** The address of the control API, with a slash at the end. */
  readonly base: string;
  /** That of the mocked API. */
  readonly origin: string;
  readonly fetch: typeof fetch;
  /** The document that it is in. */
  readonly document: Document;
  /** Over a page: takes the console away. */
  readonly close: (() => void) | undefined;
}

export const PlaceContext = createContext<Place | undefined>(undefined);

export function usePlace(): Place {
  const place = useContext(PlaceContext);
  if (place === undefined) throw new Error('The console is shown nowhere: it is rendered in a PlaceContext.');
  return place;
}
