import { stringifyJson } from '../../../openapi/contract';
import { copyOf } from '../arguments';
import { tooSlow, unreachable } from './failures';
import type { Link } from './link';

/** A reply of the control plane, or of what answers in its place. */
export interface ControlReply {
  readonly status: number;
  /** Its body, which should be JSON; empty for none. */
  readonly text: string;
}

/**
 * Sends a request to the control plane.
 *
 * @param path below `/__admin`
 * @param body undefined for none
 * @throws TypeError for a body that can't be written as JSON
 * @throws Error if nothing answers, or not in time
 */
export async function send(link: Link, method: string, path: string, body?: unknown): Promise<ControlReply> {
  const { root, adminToken, timeoutMs } = link;
  // Written before anything is waited for: the caller may go on to change it.
  const text = body === undefined ? null : stringifyJson(copyOf(body));
  const headers = {
    ...(text === null ? {} : { 'Content-Type': 'application/json' }),
    ...(adminToken === undefined ? {} : { Authorization: `Bearer ${adminToken}` }),
  };
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    // The mock sends no redirect, and the token goes to nobody else.
    const response = await fetch(`${root}/__admin${path}`, { method, headers, body: text, signal, redirect: 'manual' });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    throw signal.aborted ? tooSlow(link) : unreachable(link, error);
  }
}
