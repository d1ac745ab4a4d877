/** Of every reply of the control plane: it is of this moment and for nobody else. */
export const CONTROL_HEADERS = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' } as const;
