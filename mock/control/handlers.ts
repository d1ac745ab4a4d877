import type { Input } from '../actions/task';
import type { HttpRequest } from '../pipeline/request';
import type { FaultRule } from '../world/faults';
import type { World } from '../world/model';
import { type AllowanceChange, listAllowances, setAllowance } from './allowances';
import { type ClockChange, changeClock, readClock } from './clock';
import { addFault } from './faults';
import { readHealth } from './health';
import type { ControlEngine } from './model';
import { noSuch, noSuchSession } from './problems';
import { findRecords } from './records';
import { countRequests, listRequests, type Pattern, type RequestsQuery } from './requests';
import { faceOf, openSession, type SessionOptions } from './sessions';
import { readState, type StateChange, writeState } from './state';
import type { Streams } from './streams';

/** What a handler is given; the input fits the document. */
export interface ControlTask {
  readonly engine: ControlEngine;
  /** The session's where the path names one, else the default one. */
  readonly world: World;
  readonly input: Input;
  readonly streams: Streams;
  readonly request: HttpRequest;
}

/** Gives the body of the documented success, or a stream in its place. */
type Handler = (task: ControlTask) => unknown;

/**
 * What each operation of `openapi/control.yaml` does, by method and path; the same path below `/sessions/{sessionId}`
 * does it to that session's world. To add one: describe it there, for both, and give it a line here.
 */
export const HANDLERS: Readonly<Record<string, Handler>> = {
  'GET /health': ({ engine }) => readHealth(engine),
  'POST /reset': ({ world }) => world.reset(),
  'GET /state': ({ world }) => readState(world),
  'PUT /state': ({ engine, world, input }) => writeState(engine, world, input.body as StateChange),
  'GET /records': ({ world, input }) => findRecords(world, input.query as unknown as Parameters<typeof findRecords>[1]),
  'GET /clock': ({ world }) => readClock(world),
  'PUT /clock': ({ world, input }) => changeClock(world, input.body as ClockChange),
  'GET /allowances': ({ world }) => listAllowances(world),
  'PUT /allowances/{name}': ({ world, input }) =>
    setAllowance(world, String(input.path.name), input.body as AllowanceChange),
  'GET /requests': ({ engine, world, input }) => listRequests(engine, world, input.query as unknown as RequestsQuery),
  'DELETE /requests': ({ world }) => world.journal.clear(),
  'POST /requests/count': ({ engine, world, input }) => countRequests(engine, world, input.body as Pattern),
  'GET /requests/stream': ({ world, streams, request }) => streams.open(world, request),
  'GET /faults': ({ world }) => world.faults.list(),
  'POST /faults': ({ engine, world, input }) => addFault(engine, world, input.body as FaultRule),
  'DELETE /faults': ({ world }) => world.faults.clear(),
  'DELETE /faults/{faultId}': ({ world, input }) => {
    const id = String(input.path.faultId);
    if (!world.faults.remove(id))
      throw noSuch(
        'fault',
        id,
        world.faults.list().map((fault) => fault.id),
      );
  },
  'GET /sessions': ({ engine }) => engine.worlds.sessions().map(faceOf),
  'POST /sessions': async ({ engine, input }) => {
    const opened = await openSession(engine, (input.body ?? {}) as SessionOptions);
    return { ...faceOf(opened), apiKeys: opened.apiKeys };
  },
  'DELETE /sessions/{sessionId}': ({ engine, world }) => {
    if (!engine.worlds.close(world.id)) throw noSuchSession(world.id);
  },
};

/** Those that change nothing, though they are no GET: whoever looks at the world need not be told of them. */
export const QUESTIONS: ReadonlySet<string> = new Set(['POST /requests/count']);
