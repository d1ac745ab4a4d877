/** Bare Express, as one would write it by hand: `node express.js <port> <file of records>`. */
import { readFileSync } from 'node:fs';
import express from 'express';

export interface HandWritten {
  /** The path of the collection; its items are below it. */
  readonly collection: string;
  readonly idProperty: string;
  /** How many records a list has by default. */
  readonly pageSize: number;
  readonly records: readonly Readonly<Record<string, unknown>>[];
}

const [port, file = ''] = process.argv.slice(2);
const { collection, idProperty, pageSize, records: given } = JSON.parse(readFileSync(file, 'utf8')) as HandWritten;
const records = [...given];
let nextId = records.length + 1;

const app = express();
app.use(express.json());

app.get(collection, (_request, response) => {
  response.json(records.slice(0, pageSize));
});

app.get(`${collection}/:id`, (request, response) => {
  const record = records.find((one) => String(one[idProperty]) === request.params.id);
  if (record === undefined) response.status(404).json({ message: 'not found' });
  else response.json(record);
});

app.post(collection, (request, response) => {
  const record = { [idProperty]: nextId, ...(request.body as object) };
  nextId += 1;
  records.push(record);
  response.status(201).json(record);
});

app.listen(Number(port), '127.0.0.1');
