/**
 * The generator of `rules/random.ts`, exactly: `draw(place)` gives the place after it, and a number in [0, 1). All numbers
 * are integers from 0 to 2^32-1; a product of two of them would be rounded, so it is taken in halves.
 */
export const RANDOM = `
local function product(one, other)
  local low, otherLow = one % 65536, other % 65536
  local crossed = ((one - low) / 65536 * otherLow + low * ((other - otherLow) / 65536)) % 65536
  return (low * otherLow + crossed * 65536) % 2^32
end

-- The bit operations give integers from -2^31 on.
local function xor(one, other) return bit.bxor(one, other) % 2^32 end
local function either(one, other) return bit.bor(one, other) % 2^32 end

local function draw(place)
  place = (place + 0x6d2b79f5) % 2^32
  local mixed = product(xor(place, bit.rshift(place, 15)), either(place, 1))
  mixed = xor(mixed, (mixed + product(xor(mixed, bit.rshift(mixed, 7)), either(mixed, 61))) % 2^32)
  return place, xor(mixed, bit.rshift(mixed, 14)) / 2^32
end
`;
