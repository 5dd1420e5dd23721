// Enhancements with scripts: videos play beside the text, and options of a question can be
// selected. Without scripts, links open the source and answers expand.
for (const quiz of document.querySelectorAll('.quiz[data-answer]')) {
  const answer = Number(quiz.dataset.answer);
  const options = [...quiz.querySelectorAll('.options > li')];
  const solution = quiz.querySelector('.solution');
  const said = document.createElement('p');
  said.setAttribute('role', 'status');
  for (const [at, option] of options.entries()) {
    const button = document.createElement('button');
    button.type = 'button';
    button.append(...option.childNodes);
    option.append(button);
    button.addEventListener('click', () => {
      option.classList.add(at === answer ? 'right' : 'wrong');
      button.disabled = true;
      said.textContent = at === answer ? 'That is right.' : 'Not quite. Try another.';
      if (at === answer) for (const it of options) it.firstChild.disabled = true;
    });
  }
  solution.before(said);
}

let player;
function play(id, start) {
  if (!player) {
    player = document.createElement('div');
    player.className = 'player';
    const close = document.createElement('button');
    close.type = 'button';
    close.textContent = 'Close the video';
    close.addEventListener('click', () => {
      player.remove();
      player = undefined;
    });
    player.append(document.createElement('iframe'), close);
    document.querySelector('.text').prepend(player);
  }
  const frame = player.firstChild;
  frame.title = 'Video';
  frame.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture';
  frame.referrerPolicy = 'strict-origin-when-cross-origin';
  frame.src = `https://www.youtube-nocookie.com/embed/${encodeURIComponent(id)}?start=${start}&autoplay=1`;
}
document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a[data-video]') : null;
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  play(link.dataset.video, Number(link.dataset.start));
});
