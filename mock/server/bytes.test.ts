import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { readBytes } from './bytes';

/** A request whose body comes in these parts, and is over. */
function bringing(...parts: readonly string[]): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  for (const part of parts) request.push(Buffer.from(part));
  request.push(null);
  return request;
}

describe('the bytes of a body', () => {
  it.each([[[]], [['one']], [['one', 'two', 'three']]])('are those of %j together', async (parts) => {
    const told: string[] = [];
    const bytes = await readBytes(bringing(...parts), 100, (all) => told.push(all.toString()));
    expect(bytes.toString()).toBe(parts.join(''));
    expect(told).toEqual([parts.join('')]);
  });

  it('are a copy: what they came in may be a part of something large', async () => {
    const part = Buffer.alloc(2 ** 20, 'x').subarray(0, 3);
    const request = new IncomingMessage(new Socket());
    request.push(part);
    request.push(null);
    expect((await readBytes(request, 100, () => {})).buffer).not.toBe(part.buffer);
  });

  it('are told to nobody where there are too many, also when their end comes after all', async () => {
    const told: string[] = [];
    const request = bringing('1234', '5678', '9');
    const over = new Promise((resolve) => request.once('end', resolve));
    await expect(readBytes(request, 6, (all) => told.push(all.toString()))).rejects.toMatchObject({ status: 413 });
    request.resume();
    await over;
    expect(told).toEqual([]);
  });
});
