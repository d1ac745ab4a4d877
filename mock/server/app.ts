import type { ServerResponse } from 'node:http';
import express, { type Express, type Request } from 'express';
import { createControlPlane, isControl } from '../control/plane';
import { internal } from '../errors/problems';
import { answer } from '../pipeline/answer';
import type { Engine } from '../pipeline/model';
import { sourceOf, toAnswer } from '../pipeline/reply';
import { send } from './send';

/** The mock as an Express app: the API, and the control plane beside it. */
export function createApp(engine: Engine): Express {
  const control = engine.access.kind === 'off' ? undefined : createControlPlane(engine);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use((request, response) =>
    control !== undefined && isControl(request.url) ? control(request, response) : answer(engine, request, response),
  );
  // Four parameters make it Express's error handler.
  app.use((error: unknown, request: Request, response: ServerResponse, _: unknown) => {
    engine.log.failed(error);
    void send(request, response, toAnswer(engine, sourceOf(engine.worlds.main.state), undefined, internal()));
  });
  return app;
}
