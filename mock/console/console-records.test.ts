import type { Page } from 'playwright-core';
import { axeViolations } from '../testing/browser';
import { BEYOND_DOUBLES, become, controlUrl, describeConsole, panel } from './testing/page';

describeConsole(
  'the records of the console',
  ({ mock, openConsole, ask, complaints }) => {
    const stored = async () => (await mock().state()).records;
    const focused = (page: Page) => page.evaluate<string | null>('document.activeElement.textContent');

    test('are changed with all digits, and taken back', async () => {
      const page = await openConsole();
      const records = panel(page, 'Records');
      await records.getByRole('button', { name: 'Edit record 1' }).click();
      const text = records.getByLabel('Record as JSON');
      expect(await text.inputValue()).toBe('{\n  "id": 1,\n  "name": "Biscuit",\n  "categoryId": 1\n}');
      await text.fill(`{"name": "Max", "categoryId": ${BEYOND_DOUBLES}}`);
      await records.getByRole('button', { name: 'Save' }).click();
      await records.getByText('Record 1 of pets is changed.').waitFor();
      await become(() => focused(page), 'Edit record 1');
      expect((await ask('/pets/1')).text).toBe(`{"id":1,"name":"Max","categoryId":${BEYOND_DOUBLES}}`);
      await records.getByRole('cell', { name: BEYOND_DOUBLES }).waitFor();
      await records.getByRole('button', { name: 'Undo' }).click();
      await records.getByText('Taken back.').waitFor();
      expect(await stored()).toEqual({ pets: [{ id: 1, name: 'Biscuit', categoryId: 1 }] });
    });

    test('are made from an example and deleted after a confirmation, and come back', async () => {
      const page = await openConsole();
      const records = panel(page, 'Records');
      await records.getByRole('button', { name: 'New record' }).click();
      expect(await records.getByLabel('Collection').last().inputValue()).toBe('pets');
      await records.getByRole('button', { name: 'Save' }).click();
      await records.getByText('Record 2 of pets is stored.').waitFor();
      await become(() => focused(page), 'New record');
      const before = await stored();
      await records.getByRole('button', { name: 'Edit record 2' }).click();
      await records.getByRole('button', { name: 'Delete…' }).click();
      await records.getByRole('button', { name: 'Yes, delete' }).click();
      await records.getByText('Record 2 of pets is deleted.').waitFor();
      await records.getByText('1 record.').waitFor();
      await records.getByRole('button', { name: 'Undo' }).click();
      await records.getByText('2 records.').waitFor();
      expect(await stored()).toEqual(before);
    });

    test('that do not fit are refused beside the text, with the place selected', async () => {
      const page = await openConsole();
      const records = panel(page, 'Records');
      await records.getByRole('button', { name: 'Edit record 1' }).click();
      const text = records.getByLabel('Record as JSON');
      const selected = () => page.evaluate('getSelection().toString()');
      await text.fill('{"name": "Max" "categoryId": 1}');
      await records.getByRole('button', { name: 'Save' }).click();
      await records.getByRole('alert').getByText('This is not JSON').waitFor();
      expect(await selected()).toBe('"');
      await text.fill('{"name": "Max", "categoryId": 1, "status": "lost"}');
      await records.getByRole('button', { name: 'Save' }).click();
      await records.getByRole('alert').getByText('The field "status" must be one of').waitFor();
      expect([await selected(), await text.getAttribute('aria-invalid')]).toEqual(['"status"', 'true']);
      expect(await axeViolations(page)).toEqual([]);
      await text.fill('{"name": "Max", "categoryId": 1}');
      await fetch(controlUrl(mock().baseUrl, 'records/pets/1'), { method: 'DELETE' });
      await records.getByRole('button', { name: 'Save' }).click();
      await records.getByRole('alert').getByText('There is no record 1 in pets.').waitFor();
      await records.getByRole('button', { name: 'Cancel' }).click();
      expect(await text.count()).toBe(0);
      expect(complaints()).toEqual([expect.stringContaining('400'), expect.stringContaining('404')]);
    });
  },
  { fixtures: { pets: [{ id: 1, name: 'Biscuit', categoryId: 1 }] } },
);
