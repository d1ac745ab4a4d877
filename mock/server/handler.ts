import type { StreamReply } from '../control/event-stream';
import type { Live } from '../control/model';
import { createControlPlane, isControl, isHealth } from '../control/plane';
import { isShadowed } from '../control/shadowed';
import { internal, outOfFiles } from '../errors/problems';
import { answer } from '../pipeline/answer';
import type { AnswerOrAbort } from '../pipeline/model';
import { toAnswer } from '../pipeline/reply';
import type { HttpRequest } from '../pipeline/request';
import { sourceOf } from '../values/source';

/** What the mock replies; the control plane may also reply with a stream. */
export type MockReply = AnswerOrAbort | StreamReply;

/** The whole mock as a function, API and control plane, which each server adapts. It never rejects. */
export type Handler = (request: HttpRequest) => Promise<MockReply>;

export function createHandler(live: Live): Handler {
  const { kind } = live.engine.access;
  const control = kind === 'off' ? undefined : createControlPlane(live);
  const isForControl = kind === 'health' ? isHealth : isControl;
  const fail = (error: unknown): MockReply => {
    const { engine } = live;
    engine.log.failed(error);
    const problem = isOutOfFiles(error) ? outOfFiles() : internal();
    return toAnswer(engine.contract, sourceOf(engine.worlds.main.state), undefined, problem);
  };
  return (request) => {
    const isAsked =
      control !== undefined &&
      isForControl(request.target) &&
      !isShadowed(live.engine.contract, request.method, request.target);
    const reply = isAsked ? control(request) : answer(live.engine, request);
    return reply.catch(fail);
  };
}

/** Errors of the process and of the system that no file descriptor is left. */
const isOutOfFiles = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'EMFILE' || error.code === 'ENFILE');
