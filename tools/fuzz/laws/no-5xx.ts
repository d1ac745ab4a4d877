import type { Reply } from '../model';
import type { Law } from './model';

/** A 5xx is a finding, unless the request asked for it, or a stated bound is told in it. */
export const no5xx: Law = {
  id: 'no-5xx',
  judge: ({ reply }) => (isAsked(reply) || isAtBound(reply) ? undefined : unasked(reply)),
};

const unasked = ({ status, body }: Reply): string | undefined =>
  status < 500 ? undefined : `a ${status}: ${body.toString('utf8', 0, 120)}`;

/** RFC 7240 §3: the reply says that it honours a preference. */
export const isAsked = ({ headers }: Reply): boolean => headers.has('preference-applied');

/** 503 Service Unavailable and 507 Insufficient Storage, with which the mock tells that a bound is reached. */
export const isAtBound = ({ status, headers }: Reply): boolean =>
  status === 507 || (status === 503 && headers.has('retry-after'));
