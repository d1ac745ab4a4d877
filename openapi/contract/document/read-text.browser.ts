import { packageText } from '../../package/package-file';

export interface ByteBudget {
  left: number;
  readonly most: number;
}

export const bytesUpTo = (most: number): ByteBudget => ({ left: most, most });

/** A page has the files of the package alone. */
export const readTextFile = async (file: string): Promise<string> => packageText(file);

export async function* filePieces(file: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(packageText(file));
}

export async function textOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of pieces) text += decoder.decode(piece, { stream: true });
  return text + decoder.decode();
}

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
