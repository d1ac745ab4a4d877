import { isControl, isHealth, isShadowed } from '../control/document';
import type { Live } from '../control/model';
import { createControlPlane } from '../control/plane';
import { internal, outOfFiles } from '../errors/problems';
import { answer } from '../pipeline/answer';
import { splitTarget } from '../pipeline/identify';
import { toAnswer } from '../pipeline/reply';
import { sourceOf } from '../values/source';
import type { Handler, MockReply } from './send';

/** The parts of a mock. */
export interface Parts {
  /** The control plane with the console, below `/__admin`; asked first. */
  readonly control: Part | undefined;
  /** Without an app around the mock it answers every other path, too. */
  readonly api: Part;
}

export function createParts(live: Live): Parts {
  const { kind } = live.engine.access;
  const isForControl = kind === 'health' ? isHealth : isControl;
  const control: Part = {
    takes: (method, target) => isForControl(target) && !isShadowed(live.engine.contract, method, target),
    answer: neverRejecting(live, createControlPlane(live)),
  };
  return { control: kind === 'off' ? undefined : control, api: apiOf(live) };
}

/** All of the mock, without an app around it. */
export const handlerOf =
  ({ control, api }: Parts): Handler =>
  (request) =>
    (control?.takes(request.method, request.target) === true ? control : api).answer(request);

/** A part of the mock, which answers the requests that are for it. */
export interface Part {
  takes(method: string, target: string): boolean;
  readonly answer: Handler;
}

/**
 * The API, below its base URL; and what stands beside it where the contract has no such path of its own: the home, the
 * reference and the document. It answers any other path, too, where it is asked to.
 */
const apiOf = (live: Live): Part => ({
  takes(method, target) {
    const { contract, documentAt, match } = live.engine;
    const { path } = splitTarget(target);
    if (path === contract.prefix || path.startsWith(`${contract.prefix}/`)) return true;
    // A base URL may be spelled otherwise than the contract has it, such as percent-encoded.
    return match(method, path).kind !== 'unknownPath' || documentAt(path, { headers: {} }) !== undefined;
  },
  answer: neverRejecting(live, (request) => answer(live.engine, request)),
});

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
