// Writes TypeScript types and the fields of forms from the JSON Schemas in docs/schema.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { compile } from 'json-schema-to-typescript';

const schemas = new URL('../../docs/schema/', import.meta.url);
const out = new URL('../src/generated/', import.meta.url);
await mkdir(out, { recursive: true });

const read = async (name) => JSON.parse(await readFile(new URL(`${name}.schema.json`, schemas), 'utf8'));
const options = { bannerComment: '/* Written by scripts/types.mjs from docs/schema. */', additionalProperties: false };

for (const [name, title] of [['plan', 'PlanDocument'], ['spec', 'AnySpec'], ['edit', 'Edit'], ['verdict', 'EditVerdict']]) {
  const schema = await read(name);
  schema.title = title;
  await writeFile(new URL(`${name}.d.ts`, out), await compile(schema, title, options));
}

// Forms: for each maker its fields with what the schema and the doc comments say of them.
const spec = await read('spec');
const resolve = (schema) => {
  const reference = schema.$ref ?? schema.anyOf?.find((s) => s.$ref)?.$ref;
  return reference ? { ...spec.$defs[reference.split('/').pop()], ...schema } : schema;
};
const range = (text) => {
  const both = /from (\d+) to (\d+)/.exec(text);
  if (both) return [Number(both[1]), Number(both[2])];
  const most = /up to (\d+)/.exec(text);
  if (most) return [0, Number(most[1])];
  return /percent/.test(text) ? [0, 100] : null;
};
const forms = {};
for (const maker of spec.oneOf) {
  const fields = {};
  for (const [name, schema] of Object.entries(maker.properties)) {
    if (name === 'maker') continue;
    const { description = '', type, oneOf, enum: words, default: usual } = resolve(schema);
    const choices = oneOf?.map((o) => o.const).filter((c) => typeof c === 'string') ?? words;
    const kind = choices?.length ? 'choice' : [type].flat().find((t) => t && t !== 'null') ?? 'other';
    fields[name] = {
      kind,
      about: description.replaceAll('\n', ' '),
      // What is left out of documents has no default in its schema; `normal` is what such choices mean.
      usual: usual ?? (choices?.includes('normal') ? 'normal' : null),
      ...(choices?.length ? { choices } : {}),
      ...(range(description) && kind === 'integer' ? { range: range(description) } : {}),
    };
  }
  forms[maker.properties.maker.const] = fields;
}
await writeFile(new URL('forms.json', out), JSON.stringify(forms));
