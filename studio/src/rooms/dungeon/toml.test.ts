import { expect, test } from 'vitest';
import { fromToml, toCommand, toToml, TomlError } from './toml';
import { withWish } from './targets';
import type { Spec } from '../../kernel/document';

const spec = withWish({ maker: 'dungeon', theme: 'crypt', party: '4x5', locks: 3, rooms: [8, 12] } as Spec, 'loops', 1, 2);

test('a spec comes back from its text', () => {
  expect(fromToml(toToml(spec, 'x'))).toEqual(spec);
});

test('a line that cannot be read is named', () => {
  expect(() => fromToml('theme = "crypt"\nlocks is 3')).toThrow(TomlError);
  expect(() => fromToml('__proto__.x = 1')).toThrow(TomlError);
});

test('the command quotes what a shell would split', () => {
  expect(toCommand(spec, "it's old")).toBe("mapkiln dungeon --seed 'it'\\''s old' --theme crypt --party 4x5 --locks 3 --rooms 8-12");
});
