/**
 * Statuses that speak of the caller, of the headers of a request or of the moment (RFC 9110 §15.5, RFC 6585, RFC 8470 §5.2):
 * they say nothing about what the path and the query ask for. A redirect says that of no record either.
 */
const STATUSES: readonly number[] = [401, 402, 403, 406, 407, 408, 412, 415, 416, 417, 421, 425, 426, 428, 429, 431];

export const isAboutCaller = (status: number): boolean => STATUSES.includes(status) || (status >= 300 && status < 400);
