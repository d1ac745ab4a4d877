import { setTimeout as pause } from 'node:timers/promises';
import { otherRequest } from '../other-request';
import type { Fared } from '../others';
import type { Watch } from '../programs/other';
import { startHelper } from '../target/child';
import type { Running } from '../target/start';
import { askLists } from './ask';
import type { Stage } from './model';

const WARM_UP = 20;
/** By then the other client has its connection: it is to wait for an answer, not for that. */
const SETTLE_MS = 600;

/**
 * Does something while another client asks; a sentence where that one waited for too long, or was refused.
 *
 * @param asked what it asks for
 */
export async function besideAnother(
  stage: Stage,
  mock: Running,
  doing: () => Promise<unknown>,
  asked = otherRequest(stage.contract, stage.control, stage.key),
): Promise<readonly string[]> {
  // What a mock does in its first moments, it does once.
  await askLists(mock, stage, WARM_UP);
  const other = startHelper<Watch, Fared>('other');
  const { host, port, pid } = mock;
  other.tell({ address: { host, port }, pid, ...asked });
  const outcome = other.outcome();
  await pause(SETTLE_MS);
  await doing();
  other.tell('stop');
  const { longestOfMock, failed, failure } = await outcome;
  other.end();
  return [
    ...(longestOfMock > stage.stall ? [`another client waited ${Math.round(longestOfMock)} ms`] : []),
    ...(failed > 0 ? [`another client got ${failure ?? 'no success'}, ${failed} times`] : []),
  ];
}
