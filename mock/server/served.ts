import type { Express } from 'express';
import type { ControlEngine } from '../control/model';
import { createApp } from './app';
import { createFetch, type MockFetch } from './fetch';
import { createHandler, type Handler } from './handler';

/** One mock and the ways to reach it: as a function, as an Express app, and as `fetch`. */
export interface Served {
  readonly engine: ControlEngine;
  readonly handle: Handler;
  readonly app: Express;
  readonly fetch: MockFetch;
}

export function serve(engine: ControlEngine): Served {
  const handle = createHandler(engine);
  return { engine, handle, app: createApp(engine, handle), fetch: createFetch(handle) };
}
