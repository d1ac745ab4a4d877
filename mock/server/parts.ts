import { isControl, isHealth, isShadowed } from '../control/document';
import type { Live } from '../control/model';
import { createControlPlane } from '../control/plane';
import type { StreamReply } from '../control/stream-reply';
import { internal, outOfFiles } from '../errors/problems';
import { answer } from '../pipeline/answer';
import { splitTarget } from '../pipeline/identify';
import type { AnswerOrAbort } from '../pipeline/model';
import { toAnswer } from '../pipeline/reply';
import type { HttpRequest } from '../pipeline/request';
import { sourceOf } from '../values/source';

/** What the mock replies; the control plane may also reply with a stream. */
export type MockReply = AnswerOrAbort | StreamReply;

/** Answers a request. It never rejects. */
export type Handler = (request: HttpRequest) => Promise<MockReply>;

/** A part of the mock, which answers the requests that are for it. */
interface Part {
  takes(method: string, target: string): boolean;
  readonly answer: Handler;
}

/** The parts of the mock, which no adapter to a server needs to know one by one. */
export interface Parts {
  /** In the order in which they are asked. */
  readonly inOrder: readonly Part[];
  /** Answers a request that no part takes: there is nothing at its path. */
  readonly nothingThere: Handler;
}

/**
 * The mock in three parts: the control plane with the console, below `/__admin`; the API, below its base URL; and what
 * stands beside it where the contract has no such path of its own: the home, the reference and the document.
 */
export function createParts(live: Live): Parts {
  const { kind } = live.engine.access;
  const isForControl = kind === 'health' ? isHealth : isControl;
  const answerOrFail = neverRejecting(live, (request) => answer(live.engine, request));
  const control: Part = {
    takes: (method, target) => isForControl(target) && !isShadowed(live.engine.contract, method, target),
    answer: neverRejecting(live, createControlPlane(live)),
  };
  const api: Part = {
    takes(_method, target) {
      const { prefix } = live.engine.contract;
      const { path } = splitTarget(target);
      return path.startsWith(prefix) && (path.length === prefix.length || prefix === '' || path[prefix.length] === '/');
    },
    answer: answerOrFail,
  };
  const pages: Part = {
    takes(method, target) {
      const { documentAt, match } = live.engine;
      const { path } = splitTarget(target);
      // A base URL may be spelled otherwise than the contract has it, such as percent-encoded.
      return match(method, path).kind !== 'unknownPath' || documentAt(path, { headers: {} }) !== undefined;
    },
    answer: answerOrFail,
  };
  return { inOrder: kind === 'off' ? [api, pages] : [control, api, pages], nothingThere: answerOrFail };
}

/** The whole mock as one function. */
export const handlerOf =
  ({ inOrder, nothingThere }: Parts): Handler =>
  (request) =>
    (inOrder.find((part) => part.takes(request.method, request.target))?.answer ?? nothingThere)(request);

/** What fails is logged, and answered in the contract's envelope. */
function neverRejecting(live: Live, handle: Handler): Handler {
  const fail = (error: unknown): MockReply => {
    const { engine } = live;
    engine.log.failed(error);
    const problem = isOutOfFiles(error) ? outOfFiles() : internal();
    return toAnswer(engine.contract, sourceOf(engine.worlds.main.state), undefined, problem);
  };
  return (request) => handle(request).catch(fail);
}

/** Errors of the process and of the system that no file descriptor is left. */
const isOutOfFiles = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'EMFILE' || error.code === 'ENFILE');
