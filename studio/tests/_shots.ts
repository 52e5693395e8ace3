import { open, phone, wide } from './browser';
import { serve } from './serve';
import { readFileSync } from 'node:fs';
const { url, server } = await serve();
const jobs = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as { hash: string; out: string; do?: string; size?: string; wait?: number }[];
for (const size of ['wide', 'phone']) {
  const mine = jobs.filter((j) => (j.size ?? 'wide') === size);
  if (!mine.length) continue;
  const o = await open('about:blank', size === 'phone' ? { size: phone, touch: true } : { size: wide });
  for (const job of mine) {
    const page = o.page;
    try {
      await page.goto('about:blank');
      await page.goto(url + job.hash);
      if (job.hash.startsWith('#explore')) await page.waitForSelector('canvas[data-ready=yes]', { timeout: 40000 });
      await page.waitForTimeout(job.wait ?? 2500);
      if (job.do) await (new Function('page', `return (async()=>{${job.do}})()`))(page);
      await page.waitForTimeout(500);
    } catch (e) { console.log('ERR', String(e).slice(0, 400)); }
    await page.screenshot({ path: job.out });
    console.log(job.out, await page.evaluate(() => { const c = document.querySelector('canvas'); return c ? JSON.stringify({ ...c.dataset }) : ''; }));
    if (o.errors.length) console.log(o.errors.splice(0).slice(0, 4).join('\n').slice(0, 900));
  }
  await o.context.close();
}
server.close();
