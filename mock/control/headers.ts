import type { RawHeaders } from '../http/headers';

/** In every reply of the control plane. */
export const CONTROL_HEADERS: RawHeaders = ['Cache-Control', 'no-store', 'X-Content-Type-Options', 'nosniff'];
