import type { ServerResponse } from 'node:http';
import express, { type Express, type Request } from 'express';
import { internal } from '../errors/problems';
import type { Engine } from '../pipeline/model';
import { toAnswer } from '../pipeline/to-answer';
import type { Handler } from './handler';
import { NodeRequest } from './node-request';
import { send } from './send';

/** The mock as an Express app. */
export function createApp(engine: Engine, handle: Handler): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use((request, response) => handle(new NodeRequest(request)).then((reply) => send(request, response, reply)));
  // Four parameters make it Express's error handler.
  app.use((error: unknown, request: Request, response: ServerResponse, _: unknown) => {
    engine.log.failed(error);
    const { clock, random } = engine.worlds.main.state;
    const source = { now: clock.now(), random };
    void send(request, response, toAnswer(engine.contract, source, undefined, internal()));
  });
  return app;
}
