import type {
  AllowanceChange,
  ChoicesChange,
  ClockChange,
  FaultRule,
  Pattern,
  SessionOptions,
  StateChange,
} from '../../openapi/types/control';
import type { Input } from '../actions/model';
import type { HttpRequest } from '../pipeline/request';
import type { Fixtures } from '../resources/fixtures';
import type { World } from '../world/stores/model';
import { hasAccess } from './access';
import { listAllowances, setAllowance } from './allowances';
import { readChoices, setChoices } from './choices';
import { changeClock, readClock } from './clock';
import { addFault, listFaults, removeFault } from './faults';
import { readHealth, readLiveness, readReadiness } from './health';
import type { ControlEngine } from './model';
import { noSuchSession } from './problems';
import { addRecord, deleteRecord, findRecords, type RecordsQuery, replaceRecord } from './records';
import { countRequests, findEntries, listRequests, type RequestsQuery, showRequests } from './requests';
import { listSessions, openSession, toShownSession } from './sessions';
import { showState, writeState } from './state';
import { shownJson } from './stream-reply';
import type { Streams } from './streams';
import { inTurn, type LongWork } from './turns';

/** What a handler is given; the input is valid. */
interface ControlTask {
  readonly engine: ControlEngine;
  /** That of the session in the path, else the default one. */
  readonly world: World;
  readonly input: Input;
  /** Those of the body, where they were read apart from it. */
  readonly records: Fixtures | undefined;
  readonly streams: Streams;
  readonly turns: LongWork;
  readonly request: HttpRequest;
}

/** Returns the body of the documented success, or a stream. */
type Handler = (task: ControlTask) => unknown;

/**
 * A handler for each operation of `openapi/control.yaml`, by method and path; below `/sessions/{sessionId}` the same
 * path uses that session's world. The casts are true: the input has been validated against that document.
 *
 * To add one:
 * 1. Describe it in `openapi/control.yaml`, for the default world and below `/sessions/{sessionId}`, then `npm run
 *    control-types`.
 * 2. Add a line here, to a function in the file of its subject; and to `UNANNOUNCED` if it changes nothing though it
 *    is no GET. A test compares document and handlers.
 * 3. For programs: `WorldClient` in `mock/client/model.ts`, then `createWorldClient` and `createRemoteWorld`, which
 *    TypeScript asks for. `mock/client/world.behaviour.ts` tests both alike.
 * 4. Run `npm run tables`, which writes its row into `docs/simulate.md`.
 */
export const HANDLERS: Readonly<Record<string, Handler>> = {
  'GET /health': ({ engine, world, request }) => readHealth(engine, world, hasAccess(engine.access, request)),
  'GET /health/live': () => readLiveness(),
  'GET /health/ready': ({ engine }) => readReadiness(engine),
  'POST /reset': ({ world, turns, request }) => inTurn(turns.restores, request, () => world.reset()),
  'GET /state': ({ engine, world, turns }) => showState(world, turns.downloads, engine.log),
  'PUT /state': async ({ engine, world, input, records, turns, request }) => {
    await inTurn(turns.restores, request, () => writeState(engine, world, input.body as StateChange, records));
    return showState(world, turns.downloads, engine.log);
  },
  'GET /records': async ({ engine, world, input, turns, request }) => {
    const query = input.query as unknown as RecordsQuery;
    const found = await inTurn(turns.searches, request, () => findRecords(engine, world, query));
    return shownJson(found, turns.downloads, engine.log);
  },
  'POST /records/{collection}': ({ engine, world, input }) =>
    addRecord(engine, world, String(input.path.collection), input.body),
  'PUT /records/{collection}/{recordId}': ({ engine, world, input }) =>
    replaceRecord(engine, world, String(input.path.collection), String(input.path.recordId), input.body),
  'DELETE /records/{collection}/{recordId}': ({ engine, world, input }) =>
    deleteRecord(engine, world, String(input.path.collection), String(input.path.recordId)),
  'GET /clock': ({ world }) => readClock(world.state),
  'PUT /clock': ({ world, input }) => changeClock(world, input.body as ClockChange),
  'GET /choices': ({ engine, world }) => readChoices(engine, world),
  'PUT /choices': ({ engine, world, input }) => setChoices(engine, world, input.body as ChoicesChange),
  'GET /allowances': ({ world }) => listAllowances(world),
  'PUT /allowances/{name}': ({ world, input }) =>
    setAllowance(world, String(input.path.name), input.body as AllowanceChange),
  'GET /requests': async ({ engine, world, input, turns, request }) => {
    const query = input.query as unknown as RequestsQuery;
    return showRequests(
      engine,
      await inTurn(turns.searches, request, () => listRequests(world, query)),
      turns.downloads,
    );
  },
  'DELETE /requests': ({ world }) => world.state.journal.clear(),
  'POST /requests/count': ({ engine, world, input, turns, request }) =>
    inTurn(turns.searches, request, () => countRequests(engine, world, input.body as Pattern)),
  'POST /requests/find': async ({ engine, world, input, turns, request }) => {
    const pattern = input.body as Pattern;
    const found = await inTurn(turns.searches, request, () => findEntries(engine, world, pattern));
    return showRequests(engine, found, turns.downloads);
  },
  'GET /requests/stream': ({ world, streams, request }) => streams.open(world, request),
  'GET /faults': ({ engine, world }) => listFaults(engine, world),
  'POST /faults': ({ engine, world, input }) => addFault(engine, world, input.body as FaultRule),
  'DELETE /faults': ({ world }) => world.state.faults.clear(),
  'DELETE /faults/{faultId}': ({ world, input }) => removeFault(world, String(input.path.faultId)),
  'GET /sessions': ({ engine, input }) => listSessions(engine, input.query.name as string | undefined),
  'POST /sessions': async ({ engine, input, records, turns, request }) => {
    const options = (input.body ?? {}) as SessionOptions;
    const opened = await inTurn(turns.restores, request, () => openSession(engine, options, records));
    return { ...toShownSession(opened), apiKeys: opened.apiKeys };
  },
  'DELETE /sessions/{sessionId}': async ({ engine, world }) => {
    if (!(await engine.worlds.close(world.id))) throw noSuchSession(world.id);
  },
};

/** The member of a body that has records by their collections; there may be a million of them. */
export const RECORDS_IN: Readonly<Record<string, string>> = { 'PUT /state': 'records', 'POST /sessions': 'fixtures' };

/** Operations other than GET that announce no change: two change nothing, and the world announces the last. */
export const UNANNOUNCED: ReadonlySet<string> = new Set(['POST /requests/count', 'POST /requests/find', 'POST /reset']);

/** Paths that show no secret and change nothing: every client may ask for them, from anywhere and without a token. */
export const PUBLIC: ReadonlySet<string> = new Set(['/health', '/health/live', '/health/ready']);
