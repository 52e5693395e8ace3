import { defineConfig } from 'vitest/config';

/**
 * Tests in a real Chromium, one after another: they share the machine's two cores with it. What fails is tried once more: a busy
 * machine can outlast any wait.
 */
export default defineConfig({ test: { root: '.', include: ['tests/*.browser.ts'], exclude: ['tests/vitest.browser.ts'], testTimeout: 120_000, retry: 1, hookTimeout: 60_000, fileParallelism: false, maxWorkers: 1 } });
