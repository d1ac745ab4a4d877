import type { Batch } from './observed';

/** What the thread of the relay is asked. */
export type ToRelay =
  | { readonly kind: 'acknowledge'; readonly exchanges: number }
  | { readonly kind: 'answer'; readonly held: number; readonly text: string | undefined }
  | { readonly kind: 'close' };

/** What it answers. */
export type FromRelay =
  | { readonly kind: 'listening'; readonly port: number }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string }
  | { readonly kind: 'batch'; readonly batch: Batch }
  | { readonly kind: 'closed' };
