import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type Express, type Request } from 'express';
import type { Log } from '../observe/log';

/** The mock as an Express app. */
export function createApp(log: Log, exchange: (request: IncomingMessage, response: ServerResponse) => void): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use((request, response) => {
    exchange(request, response);
  });
  // Express would show a stack trace. Four parameters make this its error handler.
  app.use((error: unknown, _request: Request, response: ServerResponse, _next: unknown) => {
    log.failed(error);
    response.destroy();
  });
  return app;
}
