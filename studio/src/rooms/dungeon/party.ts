/** A party in words: `4x3` is four of level 3. */
import { t } from '../../words/index.svelte';

export function partyName(party: string): string {
  const [n, level] = party.split('x');
  return level ? t('party.of', { n: n!, level }) : t('party.mixed', { levels: party });
}
