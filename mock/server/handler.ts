import type { StreamReply } from '../control/event-stream';
import type { ControlEngine } from '../control/model';
import { createControlPlane, isControl } from '../control/plane';
import { answer } from '../pipeline/answer';
import type { AnswerOrAbort } from '../pipeline/model';
import type { HttpRequest } from '../pipeline/request';

/** What a request to the mock comes to: of the control plane, also a stream. */
export type MockReply = AnswerOrAbort | StreamReply;

/** The whole mock as a function, which each server adapts: the API, and the control plane beside it. */
export type Handler = (request: HttpRequest) => Promise<MockReply>;

export function createHandler(engine: ControlEngine): Handler {
  const control = engine.access.kind === 'off' ? undefined : createControlPlane(engine);
  return (request) => (control !== undefined && isControl(request.target) ? control(request) : answer(engine, request));
}
