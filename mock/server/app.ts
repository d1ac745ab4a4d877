import type { ServerResponse } from 'node:http';
import express, { type Express, type Request } from 'express';
import type { Engine } from '../pipeline/model';
import type { Handler } from './handler';
import { NodeRequest } from './node-request';
import { send } from './send';

/** The mock as an Express app. */
export function createApp({ log }: Engine, handle: Handler): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use((request, response) => {
    // Express is given no promise of it, since neither of the two fails.
    void handle(new NodeRequest(request)).then((reply) => send(request, response, reply, log));
  });
  // Express would show a stack trace. Four parameters make this its error handler.
  app.use((error: unknown, _request: Request, response: ServerResponse, _next: unknown) => {
    log.failed(error);
    response.destroy();
  });
  return app;
}
