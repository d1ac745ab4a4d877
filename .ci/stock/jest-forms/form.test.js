const { startMock } = require('animal-store-contract');

let mock;
beforeAll(async () => {
  mock = await startMock({ document: `${__dirname}/pictures.json` });
});
afterAll(() => mock?.close());

test('a form of a page arrives with its texts and files', async () => {
  document.body.innerHTML =
    '<form><input name="note" value="Hello"><input type="checkbox" name="secret"><input type="file" name="file"></form>';
  const picture = new File(['abc'], 'rex.png', { type: 'image/png' });
  Object.defineProperty(document.querySelector('[type=file]'), 'files', { value: [picture] });
  const body = new FormData(document.querySelector('form'));
  const reply = await fetch(`${mock.baseUrl}/pictures`, { method: 'POST', body });
  expect(reply.status).toBe(201);
  const [{ request }] = await mock.requests();
  expect(request.body).toContain('name="note"\r\n\r\nHello\r\n');
  expect(request.body).toContain('name="file"; filename="rex.png"\r\nContent-Type: image/png\r\n\r\nabc\r\n');
  expect(request.body).not.toContain('secret');
});
