try {
  var root = document.documentElement;
  var chosen = localStorage.getItem('gloss-theme');
  if (chosen === 'light' || chosen === 'dark') root.dataset.theme = chosen;
  var reading = JSON.parse(localStorage.getItem('gloss-reading') || 'null');
  if (reading) {
    var set = root.style.setProperty.bind(root.style);
    set('--text-size', reading.size / 16 + 'rem');
    set('--text-leading', String(reading.leading));
    set('--measure', reading.width + 'ch');
    set(
      '--font-text',
      { sans: 'var(--font-ui)', system: 'system-ui, sans-serif' }[reading.face] ||
        'var(--font-book)',
    );
  }
} catch (denied) {
  console.info('No storage:', denied);
}
