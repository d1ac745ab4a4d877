import { createReadRoom, createSharedRoom } from './room';

describe('room whose records are read', () => {
  const open = () => {
    const shared = createSharedRoom(1000);
    return { shared, room: createReadRoom(shared.open({ maxRecords: 3, fixtures: new Map() })) };
  };

  it('gives back what is deleted or replaced only after the last reader', () => {
    const { shared, room } = open();
    room.take(3, 300);
    const [first, second] = [room.read(20), room.read(20)];
    expect(shared.used).toBe(340);
    room.take(-1, -100);
    room.take(1, 50);
    expect(shared.used).toBe(390);
    expect(() => room.ensure(1, 0)).toThrow('3 records');
    first();
    first();
    expect(shared.used).toBe(390);
    second();
    expect(shared.used).toBe(250);
    room.take(-1, -100);
    expect(shared.used).toBe(150);
  });

  it('leaves when its last reader has, and counts until then', () => {
    const { shared, room } = open();
    room.take(1, 100);
    const end = room.read(20);
    room.leave();
    expect(shared.used).toBe(120);
    end();
    expect(shared.used).toBe(0);
    room.take(1, 100);
    expect(shared.used).toBe(0);
  });
});
