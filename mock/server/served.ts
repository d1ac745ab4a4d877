import type { Express } from 'express';
import type { Live } from '../control/model';
import { createApp } from './app';
import { createFetch, type MockFetch } from './fetch';
import { createHandler, type Handler } from './handler';

/** One mock and the ways to reach it: as a function, as an Express app, and as `fetch`. */
export interface Served {
  readonly live: Live;
  readonly handle: Handler;
  readonly app: Express;
  readonly fetch: MockFetch;
}

export function serve(live: Live): Served {
  const handle = createHandler(live);
  return { live, handle, app: createApp(live.engine, handle), fetch: createFetch(handle) };
}
