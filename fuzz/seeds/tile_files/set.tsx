<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.8" name="s" tilewidth="8" tileheight="8" tilecount="2" columns="2">
<tile id="0" probability="2"><properties><property name="name" value="grass"/><property name="edges" value="G,G,G,G"/></properties></tile>
<tile id="1"><properties><property name="name" value="water"/><property name="edges" value="G,G,W,W"/><property name="turns" type="bool" value="true"/><property name="blocks_step" type="bool" value="true"/></properties></tile>
</tileset>
