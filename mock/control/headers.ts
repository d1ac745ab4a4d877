import type { RawHeaders } from '../http/raw-headers';

/** Of every reply of the control plane: it is of this moment and for nobody else. */
export const CONTROL_HEADERS: RawHeaders = ['Cache-Control', 'no-store', 'X-Content-Type-Options', 'nosniff'];
