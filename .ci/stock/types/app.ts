import { createServer } from 'node:http';
import { createMock } from 'animal-store-contract';
import request from 'supertest';

export async function listening(): Promise<void> {
  const { app } = await createMock();
  createServer(app).listen(0);
  createServer((incoming, response) => app(incoming, response));
  await request(app).get('/v1/pets').expect(401);
}
