/**
 * Statuses that answer the headers of a request, or come too early for the key (RFC 9110 §15.4.5, §15.5.7, §15.5.13,
 * §15.5.17; RFC 6585 §4): they say nothing about what the path and the query ask for.
 */
const STATUSES: readonly number[] = [304, 406, 412, 416, 429];

export const isAboutHeaders = (status: number): boolean => STATUSES.includes(status);
