import { memoizedByText } from '../memo/memoized';

/** The names between the braces of a path, in their order: `/a/{x}/b/{y}` → x, y (OpenAPI 3.0.3 §4.7.8.2). */
export const templateNames: (path: string) => readonly string[] = memoizedByText((path) =>
  [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name ?? ''),
);
